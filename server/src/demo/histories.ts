import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { dayAt } from '../platform/time/clock.ts';
import { productTexts } from '../platform/text/texts.ts';
import { ameliaHistory } from './amelia-history.ts';
import { addDays, atMelbourne } from './calendar.ts';
import { bought, BY_BANK, type HistoryRow, moved, openedFor, refunded } from './history.ts';
import { MERCHANTS } from './merchants.ts';
import { PEOPLE } from './people.ts';

export type AccountHistory = { readonly account: string; readonly rows: readonly HistoryRow[] };

/** History of each account; the last row leaves the balance of the demo's table. */
export function historiesUpTo(now: number): AccountHistory[] {
  const today = dayAt(now);
  const at = (daysAgo: number, hour: number, minute = 5) => atMelbourne(addDays(today, -daysAgo), hour, minute);
  const loaded = (
    account: string,
    target: bigint,
    rows: readonly HistoryRow[] = [],
    loadedDaysAgo = 40,
  ): AccountHistory => ({
    account,
    rows: openedFor(target, at(loadedDaysAgo, 10), loadWordsOf(account), rows),
  });
  return [
    { account: '200100017', rows: ameliaHistory(now) },
    loaded('200100058', 120_00n, [
      bought(at(19, 20), MERCHANTS.books, 28_50, 'online', '0025'),
      bought(at(6, 21), MERCHANTS.streaming, 12_99, 'online', '0025'),
    ]),
    loaded('200100025', 310_00n, [
      bought(at(24, 12), MERCHANTS.noodles, 27_80, 'contactless', '0066'),
      bought(at(15, 18), MERCHANTS.grocers, 63_15, 'contactless', '0066'),
      bought(at(9, 8), MERCHANTS.transit, 9_20, 'contactless', '0066'),
      bought(at(5, 19), MERCHANTS.clothes, 89_00, 'chip', '0066'),
      refunded(at(3, 11), MERCHANTS.clothes, 24_00, 'chip', '0066'),
      bought(at(2, 7, 40), MERCHANTS.coffee, 5_40, 'contactless', '0066'),
    ]),
    loaded('200100033', 64_20n, [
      bought(at(12, 13), MERCHANTS.toys, 24_95, 'contactless', '0058'),
      bought(at(4, 16), MERCHANTS.flowers, 10_85, 'contactless', '0058'),
    ]),
    loaded('200100074', 3_10n, [bought(at(60, 15), MERCHANTS.toys, 46_90, 'contactless', '0207')], 300),
    loaded('200100132', 50_00n),
    loaded('200100041', 95_00n, [
      bought(at(8, 17), MERCHANTS.hardware, 41_60, 'chip', '0165'),
      bought(at(2, 12), MERCHANTS.bakery, 13_40, 'contactless', '0165'),
    ]),
    loaded('200100207', 640_00n, [
      moved(at(20, 6), 'topUp', BY_BANK, 300_00),
      bought(at(11, 18), MERCHANTS.grocers, 58_40, 'contactless', '0231'),
      bought(at(6, 8), MERCHANTS.transit, 17_50, 'contactless', '0231'),
      bought(at(3, 12), MERCHANTS.bakery, 14_20, 'contactless', '0231'),
    ]),
    loaded('200200015', 905_10n, [
      moved(at(30, 6), 'topUp', BY_BANK, 400_00),
      bought(at(21, 18), MERCHANTS.grocers, 70_75, 'contactless', '0124'),
      bought(at(4, 18), MERCHANTS.grocers, 71_35, 'contactless', '0124'),
      bought(at(2, 9), MERCHANTS.transit, 9_20, 'contactless', '0124'),
      bought(at(2, 14), MERCHANTS.sports, 129_00, 'chip', '0124'),
      moved(at(1, 11), 'transferIn', 'Stumps Club', 45_00),
    ]),
    loaded('200200023', 40_00n, [bought(at(7, 15), MERCHANTS.teaInterval, 10_00, 'contactless', '0181')]),
    loaded('100200300', 20_00n),
    loaded('200300013', 77_70n, [
      bought(at(6, 20), MERCHANTS.pictureHouse, 19_00, 'online', '0132'),
      bought(at(4, 17), MERCHANTS.pohutukawa, 38_45, 'contactless', '0132'),
      bought(at(3, 8), MERCHANTS.kowhai, 12_80, 'contactless', '0132'),
      moved(at(2, 9), 'topUp', BY_BANK, 60_00),
    ]),
    loaded('200400011', 15_00n, [
      moved(at(8, 9), 'topUp', 'Ledgerline Pty Ltd', 250_00),
      bought(at(8, 15), MERCHANTS.cloud, 205_80, 'online', '0140'),
      bought(at(3, 8), MERCHANTS.coffee, 11_20, 'contactless', '0140'),
      bought(at(3, 17), MERCHANTS.parking, 18_00, 'contactless', '0140'),
    ]),
    loaded('200400029', 1_250_00n, [
      bought(at(10, 12), MERCHANTS.noodles, 38_60, 'contactless', '0173'),
      bought(at(5, 10), MERCHANTS.paperbark, 64_35, 'chip', '0173'),
    ]),
  ];
}

/** Words of the product for a load, in the language of the holder. */
function loadWordsOf(account: string): string {
  const holder = PEOPLE.find(({ login }) => login?.account === account && login.extension === undefined);
  return productTexts(holder?.language ?? DEFAULT_LANGUAGE, 'store')['posted'] ?? '';
}
