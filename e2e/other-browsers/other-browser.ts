/** An element of the page, as the browser's protocol names it. */
export type Found = string;

/** A browser that Playwright does not drive: as Debian ships it, by the protocols of the W3C. */
export type OtherBrowser = {
  readonly goto: (url: string) => Promise<void>;
  readonly address: () => Promise<string>;
  /** Elements that an XPath names and that are shown, in the order of the page. */
  readonly find: (xpath: string) => Promise<readonly Found[]>;
  /** The text of an element as it is shown. */
  readonly textOf: (element: Found) => Promise<string>;
  /** Scrolls to an element and clicks it with the mouse. */
  readonly click: (element: Found) => Promise<void>;
  /** Clicks a field and types into it, key by key. */
  readonly type: (element: Found, text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};
