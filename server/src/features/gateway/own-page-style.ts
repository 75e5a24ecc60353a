/** Style of our pages on the way to the gateway's and back: without a brand, light or dark as the device has it. */
export const OWN_PAGE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans CJK SC', sans-serif; }
body { margin: 0; min-block-size: 100vh; display: grid; place-content: center; justify-items: center; gap: 1rem; padding: 1.5rem; box-sizing: border-box; text-align: center; }
body::before { content: ''; inline-size: 1.75rem; block-size: 1.75rem; border: 3px solid GrayText; border-block-start-color: transparent; border-radius: 50%; }
[data-payment='gone'] body::before { content: none; }
p { margin: 0; max-inline-size: 24rem; font-weight: 600; }
a { display: block; padding: 0.75rem; color: inherit; }
@media (prefers-reduced-motion: no-preference) { body::before { animation: turn 1.2s linear infinite; } }
@keyframes turn { to { rotate: 360deg; } }
`;
