/** Reference to an element in the browser's protocol. */
export type Found = string;

/** Browser that Playwright does not drive: the version of Debian, with the protocols of the W3C. */
export type OtherBrowser = {
  readonly goto: (url: string) => Promise<void>;
  readonly address: () => Promise<string>;
  /** Visible elements that match an XPath, in document order. */
  readonly find: (xpath: string) => Promise<readonly Found[]>;
  /** Visible text of an element. */
  readonly textOf: (element: Found) => Promise<string>;
  /** Scrolls to an element and clicks it with the mouse. */
  readonly click: (element: Found) => Promise<void>;
  /** Clicks a field and types into it, key by key. */
  readonly type: (element: Found, text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};
