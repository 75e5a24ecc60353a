import { brandsAreFit, textPairsAreChecked } from './brand-rules.ts';
import { noRealCardNumber } from './card-number-rule.ts';
import {
  everyErrorHasTexts,
  everyErrorIsProvoked,
  everyOperationIsBoundOnce,
  everyOperationIsCalled,
  type Wire,
} from './contract-rules.ts';
import { publicFunctionsAreDescribed } from './docstring-rule.ts';
import {
  migrationsHaveNotes,
  noBarrel,
  noDefaultExport,
  noLongFile,
  noMachinePath,
  noMarker,
  noRegistryHost,
  noStyleAttribute,
  noUtils,
  onlyConfigReadsEnvironment,
} from './file-rules.ts';
import { noLiteralText } from './screen-rules.ts';
import { noDatabaseTime, sqlInStores } from './sql-rules.ts';
import { localesHaveSameKeys, messageKeysHaveTexts, placeholdersAgree, usedKeysExist } from './text-rules.ts';
import type { Rule } from './tree.ts';

/** Every rule of the tree. A new one needs a bad sample in a test beside it. */
export function treeRules(wire: Wire): readonly Rule[] {
  return [
    everyOperationIsBoundOnce(wire),
    everyOperationIsCalled(wire),
    everyErrorIsProvoked(wire),
    everyErrorHasTexts(wire),
    localesHaveSameKeys,
    placeholdersAgree,
    messageKeysHaveTexts,
    usedKeysExist,
    brandsAreFit,
    textPairsAreChecked,
    noLiteralText,
    sqlInStores,
    noDatabaseTime,
    publicFunctionsAreDescribed,
    onlyConfigReadsEnvironment,
    migrationsHaveNotes,
    noStyleAttribute,
    noLongFile,
    noBarrel,
    noDefaultExport,
    noUtils,
    noMachinePath,
    noRegistryHost,
    noMarker,
    noRealCardNumber,
  ];
}
