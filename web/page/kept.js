// What this browser keeps for the page: texts, by name. Where storage is blocked or full they last as long as the page; the window hears
// of it once, as the event "unkept".

/** Texts that the browser has refused. @type {Map<string, string>} */
const unkept = new Map();

/** "" where there is none. @param {string} name */
export function recall(name) {
  try {
    return unkept.get(name) ?? localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name @param {string} text */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
    unkept.delete(name);
  } catch {
    const isFirst = !unkept.size;
    unkept.set(name, text);
    if (isFirst) dispatchEvent(new Event("unkept"));
  }
}
