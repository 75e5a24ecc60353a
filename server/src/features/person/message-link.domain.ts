/** Addresses of pages: with a scheme, with `www.`, or a name with a dot and an ending, such as `example.com`. */
const LINK = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|[\p{L}\d-]+\.\p{L}{2,24}(?![\p{L}\d])/iu;

/** Whether a text has an address of a page. One in a message would teach people to follow links of strangers. */
export function hasLink(text: string): boolean {
  return LINK.test(text);
}
