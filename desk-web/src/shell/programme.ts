import { useEffect } from 'react';
import type { RowOf } from '../calls/commands.ts';
import { useCommand } from '../calls/use-command.ts';
import { programmeZone } from '../ui/format.ts';

/** Brands of the programme. The first one gives the desk its colours and its time. */
export function useProgramme(): readonly RowOf<'programme'>[] {
  const { rows = [] } = useCommand('programme', {});
  const [first] = rows;
  const { brand, colours, timeZone } = first ?? {};
  useEffect(() => {
    if (timeZone !== undefined) programmeZone.set(timeZone);
  }, [timeZone]);
  useEffect(() => {
    if (brand === undefined || colours === undefined) return;
    document.documentElement.dataset['brand'] = brand;
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: colours });
    document.head.append(link);
    return () => {
      link.remove();
      delete document.documentElement.dataset['brand'];
    };
  }, [brand, colours]);
  return rows;
}
