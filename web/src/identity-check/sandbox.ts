/**
 * The sandbox's identity service in the browser, with the interface of greenID's script. The outcome was decided by
 * the surname; here the person only does their part, or cancels.
 */

type Options = {
  readonly frameId: string;
  readonly language: string;
  readonly errorCallback: () => void;
  readonly sessionCompleteCallback: () => void;
  readonly sessionCancelledCallback: () => void;
};

const WORDS = {
  en: {
    title: 'Choose a document',
    note: 'Sandbox: no document is looked at. The surname decides.',
    documents: ['Driver licence', 'Australian passport', 'Medicare card'],
    go: 'Continue with greenID',
    cancel: 'Cancel',
  },
  zh: {
    title: '选择一种证件',
    note: '沙盒环境：不会查验任何证件，结果由姓氏决定。',
    documents: ['驾驶执照', '澳大利亚护照', 'Medicare 卡'],
    go: '通过 greenID 继续',
    cancel: '取消',
  },
} as const;

const STYLE = `
:root { color-scheme: light; --ink: #15201b; --quiet: #4d5a54; --line: #8a948f; --soft: #e1ebe3; --go: #17513f; --ground: #fff; }
:root[data-theme='dark'] { color-scheme: dark; --ink: #f2f5f3; --quiet: #b9c4be; --line: #7d8a84; --soft: #23352d; --go: #9fd8bd; --ground: #17201c; }
* { box-sizing: border-box; }
body { margin: 0; padding: 20px 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 Inter, system-ui, 'Noto Sans SC', sans-serif; }
h1 { margin: 0; font-size: 20px; font-weight: 650; line-height: 1.3; }
p { margin: 4px 0 16px; color: var(--quiet); }
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: 10px; }
label { display: flex; align-items: center; gap: 12px; min-height: 52px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 14px; cursor: pointer; }
label:has(:checked) { border: 2px solid var(--go); padding: 7px 15px; background: var(--soft); }
input { width: 20px; height: 20px; margin: 0; accent-color: var(--go); }
button { display: block; width: 100%; min-height: 52px; margin-top: 16px; border: 2px solid var(--line); border-radius: 26px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button + button { margin-top: 8px; border-color: transparent; min-height: 44px; }
:focus-visible { outline: 3px solid #2f6fde; outline-offset: 2px; }
`;

let options: Options | undefined;

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  words: string,
  more: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), { textContent: words }, more);
}

async function finish(userToken: string, given: Options): Promise<void> {
  try {
    const response = await fetch('/sandbox/identity-service', {
      method: 'POST',
      credentials: 'omit',
      body: userToken,
    });
    if (response.ok) given.sessionCompleteCallback();
    else given.errorCallback();
  } catch {
    given.errorCallback();
  }
}

function draw(userToken: string, given: Options): void {
  const words = given.language.startsWith('zh') ? WORDS.zh : WORDS.en;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [sheet];
  const form = document.createElement('form');
  const choices = document.createElement('fieldset');
  choices.append(element('legend', words.title, { hidden: true }));
  for (const [at, name] of words.documents.entries()) {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), {
      type: 'radio',
      name: 'document',
      checked: at === 0,
    });
    label.append(input, element('span', name));
    choices.append(label);
  }
  const cancel = element('button', words.cancel, { type: 'button' });
  cancel.addEventListener('click', () => given.sessionCancelledCallback());
  const go = element('button', words.go, { type: 'submit' });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go.disabled = true;
    void finish(userToken, given);
  });
  form.append(choices, go, cancel);
  document.getElementById(given.frameId)?.replaceChildren(element('h1', words.title), element('p', words.note), form);
}

Object.assign(window, {
  greenidUI: {
    setup(given: Options) {
      options = given;
    },
    show(_accountId: string, _apiCode: string, userToken: string) {
      if (options) draw(userToken, options);
    },
  },
});
