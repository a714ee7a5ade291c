/** The few members of a browser's document that the page's script uses. */
export interface BrowserDocument {
  readonly documentElement: BrowserElement;
  readonly querySelector: (selector: string) => BrowserElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<BrowserElement>;
  readonly createElement: (name: string) => BrowserElement;
  readonly addEventListener: (kind: string, listen: (event: BrowserEvent) => void) => void;
}

/** An element of the page. */
export interface BrowserElement {
  textContent: string;
  value: string;
  disabled: boolean;
  readonly dataset: Record<string, string | undefined>;
  readonly children: ArrayLike<BrowserElement> & Iterable<BrowserElement>;
  readonly options: ArrayLike<BrowserElement> & Iterable<BrowserElement>;
  selectedIndex: number;
  /** Of a template. */
  readonly content: BrowserElement;
  readonly closest: (selector: string) => BrowserElement | null;
  readonly querySelector: (selector: string) => BrowserElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<BrowserElement>;
  readonly getAttribute: (name: string) => string | null;
  readonly setAttribute: (name: string, value: string) => void;
  readonly removeAttribute: (name: string) => void;
  readonly append: (...children: readonly BrowserElement[]) => void;
  readonly replaceChildren: (...children: readonly BrowserElement[]) => void;
  readonly cloneNode: (isDeep: boolean) => BrowserElement;
  readonly scrollIntoView: (options: { readonly block: string }) => void;
  readonly getBoundingClientRect: () => { readonly left: number; readonly width: number };
}

/** What happened in the page. */
export interface BrowserEvent {
  readonly target: BrowserElement;
  readonly key: string;
  readonly clientX: number;
  readonly preventDefault: () => void;
}

/** The window of the page. */
export interface BrowserWindow {
  readonly document: BrowserDocument;
  readonly location: { readonly hash: string };
  readonly history: { readonly replaceState: (state: null, unused: string, url: string) => void };
  readonly localStorage: {
    readonly getItem: (key: string) => string | null;
    readonly setItem: (key: string, value: string) => void;
  };
  readonly addEventListener: (kind: string, listen: () => void) => void;
}
