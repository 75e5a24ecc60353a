import './carousel.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { AppIcon } from './app-icon.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useSnappedList } from './fields/use-snapped-list.ts';

/** Number of items that fit side by side on a desktop without a pager. */
const SIDE_BY_SIDE = 3;

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

type CarouselProps<Item> = {
  /** Name of the list: `Your cards`. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly index: number;
  /** May be one before the first or after the last index: the owner wraps around. */
  readonly onSelect: (index: number) => void;
  /** The first button of an item selects it and gets the focus of the arrow keys. */
  readonly render: (item: Item, isCurrent: boolean, select: () => void) => ReactNode;
  readonly previous: string;
  readonly next: string;
  /** On a phone the items look out from behind what follows, without the buttons. */
  readonly isPeeking?: boolean;
  /** Position between the buttons, announced when it changes. */
  readonly position: ReactNode;
};

/** List to swipe, with buttons and arrow keys; it wraps around and never moves automatically. */
export function Carousel<Item>(props: CarouselProps<Item>) {
  const { label, items, keyOf, index, onSelect, render, previous, next, position, isPeeking = false } = props;
  const { ref, focus } = useSnappedList(index, onSelect);
  const { length } = items;

  const stepByKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || length < 2) return;
    event.preventDefault();
    const to = (index + step + length) % length;
    onSelect(to);
    focus(to);
  };

  return (
    <div
      className={classNames(
        'carousel',
        isPeeking && 'carousel--peek',
        length === 1 && 'carousel--one',
        length > SIDE_BY_SIDE ? 'carousel--many' : 'carousel--side-by-side',
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the buttons within */}
      <ul className="carousel__list" aria-label={label} ref={ref} onKeyDown={stepByKey}>
        {items.map((item, place) => (
          <li key={keyOf(item)} className={classNames('carousel__item', place === index && 'carousel__item--current')}>
            {render(item, place === index, () => onSelect(place))}
          </li>
        ))}
      </ul>
      {length > 1 && (
        <div className="carousel__pager">
          <button type="button" className="carousel__step" aria-label={previous} onClick={() => onSelect(index - 1)}>
            <AppIcon name="previous" />
          </button>
          <p aria-live="polite">{position}</p>
          <button type="button" className="carousel__step" aria-label={next} onClick={() => onSelect(index + 1)}>
            <Icon name="next" />
          </button>
        </div>
      )}
    </div>
  );
}
