/** Settles once what is drawn now is on the screen; in a hidden tab, once that is shown. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
  });
}
