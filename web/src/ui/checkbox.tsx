import './checkbox.css';

type CheckboxProps = {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

/** A choice that counts when its form is sent. What takes effect at once is a Switch. */
export function Checkbox({ label, isChecked, onChange }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input
        className="checkbox__input"
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
