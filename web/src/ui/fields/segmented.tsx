import './segmented.css';

export type SegmentedOption<V extends string> = {
  readonly value: V;
  readonly label: string;
  /** Language of a label, if it differs from the page. */
  readonly lang?: string;
};

type SegmentedProps<V extends string> = {
  readonly label: string;
  readonly options: readonly SegmentedOption<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
};

/** Choice from a few options, all visible. */
export function Segmented<V extends string>({ label, options, value, onChange }: SegmentedProps<V>) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="segmented__option"
          lang={option.lang}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
