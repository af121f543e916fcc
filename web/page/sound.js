// The sounds of a match, for those who have switched them on: a knock for a move, two notes for "your turn".

/** @type {AudioContext | undefined} */
let audio;

/** @param {number} from in seconds from now @param {number} pitch in Hz @param {number} length in seconds */
function note(from, pitch, length) {
  if (!audio) return;
  const oscillator = audio.createOscillator(), volume = audio.createGain(); // prettier-ignore
  const begin = audio.currentTime + from;
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(0.2, begin + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

/** A browser lets a page sound only after a press on it; until then this is silent. @param {boolean} isTurn */
export function sound(isTurn) {
  audio ??= new AudioContext();
  audio.resume();
  if (!isTurn) return note(0, 220, 0.08);
  note(0, 523, 0.15);
  note(0.12, 784, 0.25);
}
