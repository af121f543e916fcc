"use strict";
/* Steps through the matches. It plays the moves of heaps, chocolate and pictures: it knows how a move that is written down changes a position that is written down. All other positions stand in the page. */
(() => {
    const rules = document.body.dataset.rules;
    const family = rules.split(/[:,]/)[0];

    /* --- positions --- */

    /* F(x) = floor(p/q x) + c, of a take-away game. */
    const F = (() => {
        const text = family === "take-away" ? rules.split(/[:,]/)[1] : "";
        const parts = /^(\d*)(?:\/(\d+))?x([+-]\d+)?$/.exec(text);
        if (!parts)
            return null;
        const p = BigInt(parts[1] || 1), q = BigInt(parts[2] || 1), c = BigInt(parts[3] || 0);
        return (x) => p * x / q + c;
    })();
    const isLocal = rules.split(",").includes("local");
    const isBoard = family === "chomp";
    const isGraph = family === "green-hackenbush";
    const isCandy = family === "candy";
    const isPins = family === "octal";
    const PINS_MAX = 60; /* in the longest row that is drawn pin by pin */

    const least = (a, b) => a < b ? a : b;

    /* Heaps: [{size, most}], most null where there is no quota. */
    function readHeaps(text) {
        return text.split("+").map((part) => {
            const [size, most] = part.split("@");
            return {size: BigInt(size), most: most === undefined ? null : BigInt(most)};
        }).filter((heap) => heap.size > 0n);
    }

    const largest = (heaps) => heaps.reduce((most, heap) => heap.size > most ? heap.size : most, 0n);

    /* Behind the last heap stands the one quota; at the opening it is one less than the largest heap. */
    function setUp(text) {
        const heaps = readHeaps(text);
        if (!F)
            return heaps;
        if (isLocal) {
            for (const heap of heaps)
                heap.most = heap.most === null ? heap.size - 1n : heap.most;
            return heaps;
        }
        const last = heaps[heaps.length - 1];
        const most = last && last.most !== null ? last.most : largest(heaps) - 1n;
        return heaps.map((heap) => ({size: heap.size, most: least(most, heap.size)}));
    }

    function takeOut(heaps, wanted) {
        let at = heaps.findIndex((heap) => heap.size === wanted.size && (wanted.most === null || heap.most === wanted.most));
        if (at < 0)
            at = heaps.findIndex((heap) => heap.size === wanted.size);
        heaps.splice(at, 1);
    }

    const total = (heaps) => heaps.reduce((sum, heap) => sum + heap.size, 0n);
    const bySize = (a, b) => a.size < b.size ? -1 : a.size > b.size ? 1 : 0;

    function playHeaps(heaps, move) {
        const [before, after] = move.split(">").map(readHeaps);
        const next = isCandy ? [] : heaps.map((heap) => ({size: heap.size, most: heap.most}));
        if (!isCandy)
            before.forEach((heap) => takeOut(next, heap));
        const quota = F ? F(total(before) - total(after)) : null;
        for (const heap of after)
            next.push({size: heap.size, most: F ? least(quota, heap.size) : null, isNew: true});
        if (F && !isLocal)
            next.forEach((heap) => heap.most = least(quota, heap.size));
        return next.sort(bySize);
    }

    /* Rows keep their order, and the first one is never gone. */
    const playBoard = (rows, move) => readHeaps(move.split(">")[1]).map((row, at) =>
        ({size: row.size, most: null, isNew: row.size !== rows[at].size}));

    /* Edges: ["0-1", ...]; walks share their ends. */
    function readGraph(text) {
        const edges = [];
        for (const walk of text.split("+")) {
            const stops = walk.split("-").map(Number);
            for (let i = 1; i < stops.length; i++)
                edges.push([Math.min(stops[i - 1], stops[i]), Math.max(stops[i - 1], stops[i])].join("-"));
        }
        return edges;
    }

    /* What the ground does not hold any more falls. */
    function playGraph(edges, move) {
        const left = edges.slice(), held = new Set([0]);
        const ends = (edge) => edge.split("-").map(Number);
        left.splice(left.indexOf(ends(move).sort((a, b) => a - b).join("-")), 1);
        for (let size = 0; size !== held.size;) {
            size = held.size;
            for (const edge of left) {
                if (ends(edge).some((end) => held.has(end)))
                    ends(edge).forEach((end) => held.add(end));
            }
        }
        return left.filter((edge) => held.has(ends(edge)[0]));
    }

    const begin = (text) => isGraph ? readGraph(text) : isBoard ? readHeaps(text) : setUp(text);
    const play = (position, move) =>
        isGraph ? playGraph(position, move) : isBoard ? playBoard(position, move) : playHeaps(position, move);

    function playAll(start, moves) {
        const positions = [begin(start)];
        moves.forEach(({move}, at) => positions.push(play(positions[at], move)));
        return positions;
    }

    /* Of a match that cannot be played to its end, the last positions are missing. */
    function readPositions(text, moves) {
        const positions = text.split(";").slice(0, -1);
        if (positions.length !== moves.length + 1)
            throw new Error("not all moves were played");
        return positions.map((position) => position.replaceAll(",", "\n"));
    }

    /* --- drawing --- */

    function make(name, className, text) {
        const element = document.createElement(name);
        if (className)
            element.className = className;
        if (text !== undefined)
            element.textContent = text;
        return element;
    }

    function drawHeap(heap, scale) {
        const row = make("div", heap.isNew ? "heap new" : "heap");
        row.append(make("b", "", String(heap.size)));
        if (isPins && scale <= PINS_MAX) {
            const pins = make("span", "pins");
            pins.append(...Array.from({length: Number(heap.size)}, () => make("i")));
            row.append(pins);
        } else {
            const bar = make("i");
            bar.style.width = `calc((100% - 12rem) * ${Number(heap.size) / scale})`;
            row.append(bar);
        }
        if (heap.most !== null)
            row.append(make("span", "most", `at most ${heap.most}`));
        return row;
    }

    function draw(position, scale) {
        const box = make("div", "heaps");
        if (typeof position === "string")
            box.append(make("pre", "", position));
        else if (isGraph)
            box.append(make("p", "", position.length ? "Edges: " + position.join(", ") : "No edge is left."));
        else if (position.length === 0)
            box.append(make("p", "", "Nothing is left."));
        else
            box.append(...position.map((heap) => drawHeap(heap, scale)));
        return box;
    }

    /* --- a match --- */

    const namesOf = (match) => match.querySelectorAll("span")[1].textContent.split(" - ");

    function readMatch(details) {
        const paragraph = details.querySelector("p");
        const words = paragraph.textContent ? paragraph.textContent.split(", ") : [];
        const moves = words.map((word) => {
            const [move, mark, winning] = word.split(" ");
            return {move, mark: mark || "", winning: winning ? winning.slice(1, -1) : ""};
        });
        const {start, positions: texts, end} = paragraph.dataset;
        const positions = texts === undefined ? playAll(start, moves) : readPositions(texts, moves);
        return {id: details.id, moves, positions, end: end || "", names: namesOf(details)};
    }

    const isMistake = (mark) => "-/!".includes(mark[0] || " ");
    const classOf = (mark) => mark[0] === "+" || mark[0] === "=" ? "k" : isMistake(mark) ? "x" : "l";

    function meaningOf({mark, winning}) {
        const count = mark.slice(1).replace("~", " or more");
        const moves = count === "1" ? "1 winning move" : `${count} winning moves`;
        if (mark[0] === "+")
            return `the win is kept (${moves})`;
        if (mark[0] === "-")
            return `the win is thrown away; ${winning ? `${winning} would have kept it ` : ""}(${moves})`;
        if (mark[0] === "/")
            return `a win becomes a draw; ${winning ? `${winning} would have kept it ` : ""}(${moves})`;
        if (mark[0] === "=")
            return `the draw is kept (${count === "1" ? "1 move does" : `${count} moves do`})`;
        if (mark[0] === "!")
            return `a draw is thrown away; ${winning ? `${winning} would have kept it ` : ""}(${count === "1" ? "1 move did" : `${count} moves did`})`;
        return mark ? "the position was lost already" : "not judged";
    }

    class Viewer {
        constructor(details) {
            Object.assign(this, readMatch(details));
            const [first] = this.positions;
            this.scale = isGraph || typeof first === "string" ? 1 : Number(largest(first)) || 1;
            this.at = 0;
            this.box = make("div", "viewer");
            this.link = make("a", "", "Link to this move");
            this.said = make("p", "said");
            this.said.setAttribute("aria-live", "polite");
            this.place = make("div");
            this.box.append(this.said, this.place, this.makeSteps(), this.makeMoves());
            this.show(0);
        }

        makeSteps() {
            const steps = make("div", "steps");
            const byMove = this.moves.findIndex(({mark}) => isMistake(mark));
            const thrown = byMove < 0 && this.end ? this.moves.length - 1 : byMove;
            const add = (text, label, to) => {
                const button = make("button", "", text);
                button.type = "button";
                button.setAttribute("aria-label", label);
                button.addEventListener("click", () => this.show(to()));
                steps.append(button);
                return button;
            };
            this.back = [add("|<", "To the start", () => 0), add("<", "Back", () => this.at - 1)];
            this.forth = [add(">", "Forth", () => this.at + 1), add(">|", "To the end", () => this.moves.length)];
            if (byMove >= 0 || this.end)
                add("First throw-away", "To the first throw-away", () => thrown + 1);
            steps.append(this.link);
            return steps;
        }

        makeMoves() {
            const list = make("div", "moves");
            this.buttons = this.moves.map((made, at) => {
                const button = make("button", classOf(made.mark), `${made.move} ${made.mark}`);
                button.type = "button";
                button.title = meaningOf(made);
                button.addEventListener("click", () => this.show(at + 1));
                return button;
            });
            list.append(...this.buttons);
            return list;
        }

        onKey(event) {
            if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
                return; /* the browser's own */
            const to = {ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.moves.length}[event.key];
            if (to === undefined)
                return;
            event.preventDefault();
            this.show(to);
        }

        show(at) {
            this.at = Math.max(0, Math.min(this.moves.length, at));
            const last = this.moves[this.at - 1];
            const end = this.at === this.moves.length ? this.end : "";
            this.said.textContent = last
                ? `Ply ${this.at}: ${this.names[(this.at - 1) % 2]} plays ${last.move}: ${meaningOf(last)}`
                : `The start; ${this.names[0]} is to move`;
            if (end)
                this.said.append(". ", make("span", "x", end));
            this.said.className = "said " + (last ? classOf(last.mark) : "");
            this.link.href = `#${this.id}@${this.at}`;
            this.place.replaceChildren(draw(this.positions[this.at], this.scale));
            this.back.forEach((button) => button.disabled = this.at === 0);
            this.forth.forEach((button) => button.disabled = this.at === this.moves.length);
            this.buttons.forEach((button) => button.removeAttribute("aria-current"));
            if (last)
                this.buttons[this.at - 1].setAttribute("aria-current", "step");
        }
    }

    /* --- opening matches --- */

    const viewers = new Map();

    /* A match that is opened gets its viewer in place of the bare text. Without one: what stands there cannot be played. */
    function viewerOf(match) {
        if (viewers.has(match))
            return viewers.get(match);
        let viewer = null;
        try {
            viewer = new Viewer(match);
            match.querySelector("p").hidden = true;
            match.append(viewer.box);
            match.addEventListener("keydown", (event) => match.open && viewer.onKey(event));
        } catch {
            match.append(make("p", "x", "These moves cannot be played: see what takeaway verify says."));
        }
        viewers.set(match, viewer);
        return viewer;
    }

    /* "#m1.2.1.1@7": round, board, leg and game, and the ply. */
    function goToLink() {
        const [id, ply] = location.hash.slice(1).split("@");
        const match = document.getElementById(id);
        if (!match || !match.matches("details.g"))
            return;
        for (const element of [match.parentElement, match]) {
            element.hidden = false;
            element.open = true;
        }
        const viewer = viewerOf(match);
        if (viewer && ply)
            viewer.show(Math.trunc(Number(ply)) || 0);
        match.scrollIntoView();
        match.querySelector("summary").focus();
    }

    document.getElementById("rounds").addEventListener("toggle", (event) => {
        if (event.target.matches("details.g") && event.target.open)
            viewerOf(event.target);
    }, true);

    /* --- search --- */

    const OPENED_MAX = 100; /* so many that were looked for are shown at once */
    const ranked = [...document.querySelectorAll("[aria-labelledby=judgement] tbody th")].map((cell) => cell.textContent);
    const rounds = [...document.querySelectorAll("#rounds > details")];
    const counted = (count) => `${count} match${count === 1 ? "" : "es"}`;

    function makeChoice(label, everybody) {
        const choice = make("select");
        choice.append(make("option", "", everybody), ...ranked.map((name) => make("option", "", name)));
        choice.setAttribute("aria-label", label);
        return choice;
    }

    class Search {
        constructor() {
            this.player = makeChoice("Whose matches", "all players");
            this.opponent = makeChoice("Against whom", "against anybody");
            this.thrown = make("input");
            this.thrown.type = "checkbox";
            this.count = make("span");
            this.count.setAttribute("aria-live", "polite");
            const label = make("label");
            label.append(this.thrown, " only with a win thrown away");
            document.getElementById("search").append(this.player, this.opponent, label, this.count);
            for (const control of [this.player, this.opponent, this.thrown])
                control.addEventListener("change", () => this.run());
            this.run();
        }

        fits(match) {
            if (this.thrown.checked && !match.matches(".t"))
                return false;
            const names = namesOf(match);
            return [this.player, this.opponent].every((choice) => choice.selectedIndex === 0 || names.includes(choice.value));
        }

        /* Returns how many there are in this round, byes and forfeits left aside, which can be all that is shown of it. */
        runRound(round) {
            let count = 0;
            round.hidden = true;
            for (const match of round.querySelectorAll(":scope > .g")) {
                match.hidden = !this.fits(match);
                count += match.matches("details") && !match.hidden;
                round.hidden = round.hidden && match.hidden;
            }
            round.querySelector("span").textContent = `: ${counted(count)}`;
            return count;
        }

        run() {
            const found = rounds.reduce((sum, round) => sum + this.runRound(round), 0);
            const isAsked = this.thrown.checked || this.player.selectedIndex + this.opponent.selectedIndex > 0;
            if (isAsked && found <= OPENED_MAX)
                rounds.forEach((round) => round.open = !round.hidden);
            this.count.textContent = counted(found);
        }

        /* By their places in the standings, from 0. */
        showPair(player, opponent) {
            this.player.selectedIndex = player + 1;
            this.opponent.selectedIndex = opponent + 1;
            this.thrown.checked = false;
            this.run();
            document.getElementById("matches").scrollIntoView();
            this.player.focus({preventScroll: true});
        }
    }

    /* The cells of the cross-table lead to their matches. */
    function linkCells(search) {
        document.querySelectorAll("[aria-labelledby=cross] tbody tr").forEach((row, player) => {
            for (const cell of row.querySelectorAll("td.up, td.level, td.down")) {
                const opponent = cell.cellIndex - 1;
                const button = make("button", "", cell.textContent);
                button.type = "button";
                button.setAttribute("aria-label", `${ranked[player]} against ${ranked[opponent]}: ${cell.textContent}`);
                button.addEventListener("click", () => search.showPair(player, opponent));
                cell.replaceChildren(button);
            }
        });
    }

    linkCells(new Search());
    addEventListener("hashchange", goToLink);
    goToLink();
})();
