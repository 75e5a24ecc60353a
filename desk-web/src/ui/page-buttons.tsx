import { Button } from '@wattle/web/ui/button.tsx';

type Way = { readonly label: string; readonly onPress: () => void; readonly isBusy?: boolean };

/** Buttons to the part of a list before and after this one, where its place is not in the address. */
export function PageButtons({ before, next }: { readonly before: Way | false; readonly next: Way | false }) {
  const ways = [before, next].filter((way) => way !== false);
  if (ways.length === 0) return null;
  return (
    <div className="pager">
      {ways.map(({ label, onPress, isBusy = false }) => (
        <Button tone="line" small busy={isBusy} onClick={onPress} key={label}>
          {label}
        </Button>
      ))}
    </div>
  );
}
