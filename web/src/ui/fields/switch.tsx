import './switch.css';

type SwitchProps = {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** True while a change is in flight, when another one is refused. */
  readonly busy?: boolean;
};

/** Immediate on or off. The caller shows the new state optimistically and reverts it on failure. */
export function Switch({ label, hint, isOn, onChange, busy = false }: SwitchProps) {
  return (
    <label className="switch" aria-busy={busy || undefined}>
      <span>
        <span className="switch__label">{label}</span>
        {hint ? <span className="switch__hint">{hint}</span> : null}
      </span>
      <input
        className="switch__input"
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-disabled={busy || undefined}
        onChange={(event) => {
          if (!busy) onChange(event.target.checked);
        }}
      />
    </label>
  );
}
