type Checked = {
  readonly success: boolean;
  readonly error?: { readonly issues: readonly { readonly message: string }[] };
};

/** The first message for a checked value, a key of the validation texts; null if it is valid. */
export function messageOf(checked: Checked): string | null {
  return checked.success ? null : (checked.error?.issues[0]?.message ?? 'required');
}
