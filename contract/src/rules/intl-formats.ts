/** Formats of Intl are expensive to make, so there is one for each locale and options. */
function madeOnce<Options extends object, Format>(make: (tag: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (tag: string, options = {} as Options): Format => {
    const key = `${tag} ${JSON.stringify(options)}`;
    const known = formats.get(key);
    if (known) return known;
    const made = make(tag, options);
    formats.set(key, made);
    return made;
  };
}

/** Format of dates and times for a language tag, such as `en-AU`. */
export const dateFormat = madeOnce<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (tag, options) => new Intl.DateTimeFormat(tag, options),
);

/** Format of numbers for a language tag. */
export const numberFormat = madeOnce<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (tag, options) => new Intl.NumberFormat(tag, options),
);

/** Format of `today` and `yesterday` for a language tag. */
export const relativeFormat = madeOnce<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  (tag, options) => new Intl.RelativeTimeFormat(tag, options),
);
