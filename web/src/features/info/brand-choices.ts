/** A brand as the server writes it into a page that offers several. */
type BrandChoice = {
  readonly BrandIdentifier: string;
  readonly BrandName: string;
  readonly Assets: { readonly Logo: string; readonly LogoOnDark: string };
};

/** The brands of the page, in the order of their names. */
export function brandChoices(): readonly BrandChoice[] {
  const text = document.getElementById('wattle-brands')?.textContent ?? '[]';
  const choices = JSON.parse(text) as readonly BrandChoice[];
  return choices.toSorted((one, other) => one.BrandName.localeCompare(other.BrandName));
}
