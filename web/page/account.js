// Who you are here: an account or a guest, where you are logged in, whom you have blocked; and what is set for this browser.
import { html, nothing } from "/lib/lit-html/lit-html.js";
import { dateText } from "./cards.js";
import { Door } from "./door.js";
import { set, settings } from "./settings.js";
import { Dropped } from "./wire.js";

/** @typedef {Record<string, any>} Message */

/** @type {[keyof import("./settings.js").Settings, string, [string, string][]][]} */
const SETTINGS = [
  ["look", "Appearance", [["system", "as the system"], ["light", "light"], ["dark", "dark"]]],
  ["motion", "Motion", [["system", "as the system"], ["off", "none"]]],
  ["talk", "Chat", [["on", "shown"], ["off", "hidden"]]],
  ["sound", "Sound of a move", [["off", "off"], ["on", "on"]]],
]; // prettier-ignore

export class View {
  title = "Account";

  /** @param {import("./page.js").App} app */
  constructor(app) {
    this.app = app;
    /** What is said about a form, by its name; `done` when it has succeeded. @type {Record<string, string>} */
    this.notes = {};
    this.done = "";
    this.busy = "";
    /** @type {Message[]} */
    this.tokens = [];
    /** @type {Message[]} */
    this.blocked = [];
    /** Through which somebody comes in now. @type {Door | null} */
    this.door = null;
    this.opened = () => this.fetch();
  }

  open() {
    this.app.store.addEventListener("open", this.opened);
    if (this.app.store.wire.isOpen) this.fetch();
  }

  close() {
    this.app.store.removeEventListener("open", this.opened);
    this.door?.give();
  }

  async fetch() {
    const { wire } = this.app.store;
    try {
      const [{ tokens }, { players }] = await Promise.all([wire.ask("token.list"), wire.ask("player.blocks")]);
      this.tokens = tokens;
      this.blocked = players;
    } catch (error) {
      this.app.store.fail(error);
    }
    this.app.draw();
  }

  /** Does what a form asks for, one at a time, and says beside the form what came of it.
   * @param {string} form @param {(fields: Record<string, string>) => Promise<string | void>} act @returns {(event: any) => Promise<void>} */
  does(form, act) {
    return async (event) => {
      event.preventDefault();
      const element = event.target instanceof HTMLFormElement ? event.target : null;
      if (this.busy) return;
      this.busy = form;
      this.notes = {};
      this.done = "";
      this.app.draw();
      try {
        this.notes[form] = (await act(/** @type {any} */ (Object.fromEntries(element ? new FormData(element) : [])))) ?? "";
        this.done = form;
        element?.reset();
      } catch (error) {
        this.notes[form] = error instanceof Error ? error.message : String(error);
      }
      this.busy = "";
      this.fetch();
    };
  }

  /** @param {string} form */
  note(form) {
    return this.notes[form] ? html`<p class=${this.done === form ? "done" : "note"} role="status">${this.notes[form]}</p>` : nothing;
  }

  /** @param {string} form @param {Message} hello */
  async enter(form, hello) {
    const door = (this.door = new Door(hello, (words) => {
      this.notes[form] = words;
      this.app.draw();
    }));
    const welcome = await door.welcome;
    this.door = null;
    door.stop();
    this.app.store.become(welcome);
  }

  /** @param {Record<string, string>} fields */
  async register({ name, password }) {
    const { store } = this.app;
    if (name !== store.name) await store.rename(name);
    await store.wire.change("account.register", { password });
    store.account = true;
    return `The name ${name} is yours now.`;
  }

  async logOut() {
    const { wire } = this.app.store;
    const { tokens } = await wire.ask("token.list");
    const current = tokens.find((/** @type {Message} */ token) => token.current);
    await this.leave(current && wire.change("token.revoke", { token: current.token }));
  }

  /** Goes on as a guest after what ends the token. If the answer to that is lost, the token's refusal says the same.
   * @param {Promise<Message> | undefined} ending */
  async leave(ending) {
    try {
      await ending;
      this.app.store.become({});
    } catch (error) {
      if (!(error instanceof Dropped)) throw error;
    }
  }

  /** @param {Record<string, string>} fields */
  closeAccount({ password }) {
    return this.leave(this.app.store.wire.change("account.close", { password }));
  }

  /** @param {string} label @param {string} name @param {string} kind @param {string} [value] */
  field(label, name, kind, value) {
    const isNew = kind === "new-password", isPassword = isNew || kind === "current-password"; // prettier-ignore
    return html`<label>${label}<input name=${name} required type=${isPassword ? "password" : "text"} autocomplete=${kind} .defaultValue=${value ?? ""}
      minlength=${isNew ? 8 : nothing} maxlength=${isPassword ? 128 : 64} autocapitalize="off" spellcheck="false"></label>`; // prettier-ignore
  }

  guest() {
    const { store } = this.app;
    const isFree = ![...store.matches.values()].some((match) => match.seat && !match.ending);
    const warning = isFree ? nothing : html`<p class="about">Your live matches stay with ${store.name}.</p>`;
    return html`<p class="about">You play as <bdi>${store.name}</bdi>, a guest of this browser. With an account the name is yours, on every machine, and your matches can be rated.</p>
      <div class="panels">
      <section class="card"><h2>Make an account</h2>
        <form @submit=${this.does("register", (fields) => this.register({ name: store.name, ...fields }))}>
          ${isFree ? this.field("Name", "name", "username", store.name) : html`<p class="about">Your name stays <bdi>${store.name}</bdi> while you have live matches.</p>`}
          ${this.field("Password, 8 letters or more", "password", "new-password")}
          <button class="main" ?disabled=${this.busy === "register"}>Register</button></form>${this.note("register")}</section>
      <section class="card"><h2>Log in</h2>
        <form @submit=${this.does("login", (fields) => this.enter("login", fields))}>
          ${this.field("Name", "name", "username")}${this.field("Password", "password", "current-password")}
          <button class="main" ?disabled=${this.busy === "login"}>Log in</button></form>${warning}${this.note("login")}
        <details><summary>Password lost?</summary>
          <p class="about">The operator of this server can give you a code, with which you set a new one.</p>
          <form @submit=${this.does("recover", (fields) => this.enter("recover", fields))}>
            ${this.field("Name", "name", "username")}${this.field("Code", "code", "one-time-code")}${this.field("New password", "password", "new-password")}
            <button ?disabled=${this.busy === "recover"}>Set the password</button></form>${this.note("recover")}</details>
      </section></div>`; // prettier-ignore
  }

  member() {
    const { store } = this.app;
    const end = (/** @type {Message} */ token) =>
      this.does("tokens", () => store.wire.change("token.revoke", token.token ? { token: token.token } : {}).then(() => {}));
    return html`<p>You are ${this.app.name(store.name)}. <button class="plain" @click=${this.does("logout", () => this.logOut())}>Log out</button></p>${this.note("register")}${this.note("logout")}
      <div class="panels">
      <section class="card"><h2>Where you are logged in</h2>
        <ul class="list">${this.tokens.map((token) => html`<li data-row="token ${token.token}"><span>${token.client}<span class="about">since ${dateText(token.created)}, until ${dateText(token.expires)} if it is not used</span></span>
          ${token.current ? html`<span class="about">here</span>` : html`<button @click=${end(token)}>Log out there</button>`}</li>`)}</ul>
        ${this.tokens.length > 1 ? html`<button @click=${end({})}>Log out everywhere else</button>` : nothing}${this.note("tokens")}</section>
      <section class="card"><h2>Change the password</h2>
        <form @submit=${this.does("password", async (fields) => { await store.wire.change("account.password", fields); return "It is changed. Everywhere else you are logged out."; })}>
          ${this.field("Present password", "old", "current-password")}${this.field("New password", "password", "new-password")}
          <button ?disabled=${this.busy === "password"}>Change</button></form>${this.note("password")}
        <details><summary>Close the account</summary>
          <p class="about">For good: your live matches end, your ratings are deleted, and nobody can have the name again. Your matches stay, without your name.</p>
          <form @submit=${this.does("close", (fields) => this.closeAccount(fields))}>${this.field("Password", "password", "current-password")}
            <button ?disabled=${this.busy === "close"}>Close it for good</button></form>${this.note("close")}</details>
      </section></div>`; // prettier-ignore
  }

  settings() {
    return html`<section class="settings"><h2>Settings of this browser</h2>
      ${SETTINGS.map(([name, words, choices]) => html`<fieldset><legend>${words}</legend>${choices.map(([value, label]) => html`<label class="choice">
        <input type="radio" name=${name} value=${value} .checked=${settings[name] === value} @change=${() => set(name, value)}>${label}</label>`)}</fieldset>`)}
    </section>`; // prettier-ignore
  }

  blocks() {
    const { wire } = this.app.store;
    return html`<section><h2>Blocked players</h2>${this.note("blocks")}
      ${this.blocked.length ? html`<ul class="list">${this.blocked.map(({ name }) => html`<li data-row="blocked ${name}">${this.app.name(name)}
        <button @click=${this.does("blocks", () => wire.ask("player.unblock", { player: name }).then(() => {}))}>Unblock</button></li>`)}</ul>`
        : html`<p class="about">You have blocked nobody. A blocked player cannot challenge you, and you hear nothing from them.</p>`}
    </section>`; // prettier-ignore
  }

  draw() {
    return html`<div class="account">
      <h1>Account</h1>
      ${this.app.store.account ? this.member() : this.guest()} ${this.settings()}${this.blocks()}
    </div>`;
  }
}
