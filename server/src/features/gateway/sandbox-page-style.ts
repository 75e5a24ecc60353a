/** Always light, without a brand and without our fonts. */
export const SANDBOX_STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans CJK SC', sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #151a19; }
.banner { inline-size: 100%; padding: 0.5rem 1.25rem; color: #fff; font-size: 0.875rem; font-weight: 600; text-align: center;
  background: repeating-linear-gradient(135deg, #1f2328 0 12px, #33383f 12px 24px); }
.page { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; inline-size: 100%; max-inline-size: 28rem; padding: 1.5rem 1.25rem 2rem; }
h1 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem; margin: 0; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0; font-size: 0.875rem; }
p { margin: 0; color: #47504e; }
section { display: grid; justify-items: center; }
.banner { color: #fff; }
form { display: grid; gap: 1rem; }
.field { display: grid; gap: 0.375rem; align-content: start; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
label { font-weight: 600; font-size: 0.9375rem; }
input { inline-size: 100%; min-block-size: 3.25rem; padding: 0 1rem; border: 1.5px solid #79837f; border-radius: 0.875rem;
  background: #fff; color: inherit; font: inherit; font-size: 1.125rem; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border-color: #b3261e; }
.fault { color: #b3261e; font-size: 0.875rem; font-weight: 600; }
button { min-block-size: 3.25rem; padding: 0 1rem; border: 0; border-radius: 1.75rem; background: #1f2328; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: #000; }
button.plain { background: none; color: #1f2328; }
button.plain:hover { text-decoration: underline; }
.saved { display: flex; justify-content: space-between; padding: 1rem; border: 1.5px solid #79837f; border-radius: 0.875rem; color: #151a19; }
a { color: #1f2328; text-align: center; padding: 0.75rem; }
[hidden] { display: none; }
.wallets p { text-align: center; font-size: 0.875rem; }
:focus-visible { outline: 3px solid #1c4e8c; outline-offset: 2px; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
dt { color: #47504e; white-space: nowrap; }
dd { margin: 0; text-align: end; }
`;
