// A link with an invitation: one press, and the match begins.
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path */
  constructor(app, [code]) {
    this.app = app;
    this.code = code;
    /** @type {Message | null} */
    this.invitation = null;
    this.note = "";
  }

  async open() {
    try {
      this.invitation = await this.app.store.wire.ask("invitation.show", { code: this.code });
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.app.draw();
  }

  close() {}

  async accept() {
    try {
      const match = await this.app.store.wire.change("invitation.accept", { code: this.code });
      this.app.store.keep(match);
      this.app.go(`/match/${match.match}`);
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
      this.app.draw();
    }
  }

  draw() {
    const { rules, store } = this.app;
    const invitation = this.invitation;
    if (!invitation) return html`<div class="home"><p class=${this.note ? "note" : "say"}>${this.note || "Looking at the invitation …"}</p></div>`;
    const words = rules("rules", invitation.rules), start = rules("position", invitation.rules, invitation.start); // prettier-ignore
    return html`<div class="home"><section>
      <h1><bdi>${invitation.from}</bdi> invites you to ${words.words}</h1>
      <p class="about">${words.explain}</p>
      <p>You begin with ${start.words}${invitation.clock ? `; the clock is ${invitation.clock}` : ""}.</p>
      ${this.note ? html`<p class="note" role="alert">${this.note}</p>` : nothing}
      <div class="actions"><button class="main" @click=${() => this.accept()}>Play as ${store.name}</button></div>
    </section></div>`;
  }
}
