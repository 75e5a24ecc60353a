type Badging = {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

/** Shows a number at the icon of the installed app; none for 0. Nothing where a browser has no badges or refuses them. */
export function showBadge(count: number): void {
  const { navigator } = window as { navigator: Badging };
  try {
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    void shown?.catch(() => undefined);
  } catch {
    // Blocked: the bell in the page says the same.
  }
}
