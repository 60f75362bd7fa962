// What a section of the page shows as its answer.

/** A place for an answer, which is drawn again when the language changes. */
export class Result {
  #element;
  #draw = () => [];

  constructor(id) {
    this.#element = document.getElementById(id);
  }

  /** Shows the nodes that a function makes, from now on. */
  show(draw) {
    this.#draw = draw;
    this.redraw();
  }

  redraw() {
    this.#element.replaceChildren(...this.#draw().filter((node) => node !== null));
  }

  /** Shows nothing, in any language. */
  clear() {
    this.show(() => []);
  }

  isEmpty() {
    return !this.#element.hasChildNodes();
  }

  find(css) {
    return this.#element.querySelector(css);
  }
}
