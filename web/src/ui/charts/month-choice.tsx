import { MonthChart, type MonthBar } from './month-chart.tsx';

type MonthChoiceProps = {
  readonly bars: readonly (MonthBar & {
    /** `October` with its amount, for screen readers. */
    readonly label: string;
  })[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
};

/** Amounts by month, of which one is chosen by its bar. */
export function MonthChoice({ bars, chosen, onChoose }: MonthChoiceProps) {
  return (
    <div className="month-choice">
      <MonthChart bars={bars} chosen={chosen} />
      <ul className="month-choice__months">
        {bars.map(({ key, label }) => (
          <li key={key}>
            <button type="button" aria-label={label} aria-pressed={key === chosen} onClick={() => onChoose(key)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
