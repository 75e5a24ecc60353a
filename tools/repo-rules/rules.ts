import { releasesStayAsTheyWere } from './release-rule.ts';
import { areaPagesAreNamed, areasAreIndexed, referencesNameHeadings } from './area-rules.ts';
import { brandsAreFit, textPairsAreChecked } from './brand-rules.ts';
import { noRealCardNumber } from './card-number-rule.ts';
import {
  everyErrorHasTexts,
  everyErrorIsProvoked,
  everyOperationIsBoundOnce,
  everyOperationIsCalled,
  everyProofFitsItsCall,
  type Wire,
} from './contract-rules.ts';
import { publicFunctionsAreDescribed } from './docstring-rule.ts';
import { docsHaveASentenceALine, docsIndexNamesEveryPage, docsNameWhatExists } from './doc-rules.ts';
import { everyJobIsStarted } from './due-rules.ts';
import { featuresAreATree, featuresAreDrawn } from './feature-tree.ts';
import {
  browserIsAskedInOnePlace,
  callsGoToCheckedAddresses,
  lockedPackages,
  kindsAreShort,
  migrationNumbersAreUnique,
  migrationsSayWhy,
  noBarrel,
  noDefaultExport,
  noLocaleAsFormat,
  noLongFile,
  noMachinePath,
  noMarker,
  noRegistryHost,
  journeysLookAtNoAccessibility,
  noStyleAttribute,
  noUtils,
  modesAreAsked,
  onlyConfigReadsEnvironment,
  stateTablesAreTested,
  versionsAgree,
} from './file-rules.ts';
import { paymentsCostWhatWasMeasured } from './payment-cost-rule.ts';
import { commentsArePlain, pagesArePlain, textsArePlain } from './plain-words.ts';
import { proofsAreListed } from './proof-table.ts';
import { reportedInputsAreTested } from './reported-inputs.ts';
import { formatsAreMadeOnce, noLiteralText, nothingIsHiddenByColour } from './screen-rules.ts';
import { textFieldsAreShared } from './field-rules.ts';
import { namesAreTyped } from './name-rule.ts';
import { typedTextIsFoldedOnce } from './typed-rules.ts';
import {
  driverInternalsStandInOneFile,
  limitedLocksAreReadOnce,
  noDatabaseTime,
  offsetZeroHasAName,
  sqlInStores,
  tablesAreWrittenByTheirFeature,
} from './sql-rules.ts';
import {
  everyMessageIsSent,
  localesHaveSameKeys,
  messageKeysHaveTexts,
  noLanguageIsNamed,
  placeholdersAgree,
  usedKeysExist,
  wordsOutliveNoState,
} from './text-rules.ts';
import { testsAssert } from './test-rules.ts';
import type { Rule } from './tree.ts';
import { docCommentsNameTheirSubject } from './word-rules.ts';

/** Every rule of the tree. A new one needs a bad sample in a test beside it. */
export function treeRules(wire: Wire): readonly Rule[] {
  return [
    everyOperationIsBoundOnce(wire),
    everyOperationIsCalled(wire),
    everyErrorIsProvoked(wire),
    everyErrorHasTexts(wire),
    everyProofFitsItsCall(wire),
    proofsAreListed(wire),
    featuresAreATree,
    featuresAreDrawn,
    lockedPackages,
    localesHaveSameKeys,
    placeholdersAgree,
    messageKeysHaveTexts,
    everyMessageIsSent,
    noLanguageIsNamed,
    usedKeysExist,
    wordsOutliveNoState,
    brandsAreFit,
    textPairsAreChecked,
    noLiteralText,
    nothingIsHiddenByColour,
    formatsAreMadeOnce,
    textFieldsAreShared,
    namesAreTyped,
    typedTextIsFoldedOnce,
    sqlInStores,
    noDatabaseTime,
    offsetZeroHasAName,
    limitedLocksAreReadOnce,
    driverInternalsStandInOneFile,
    tablesAreWrittenByTheirFeature,
    paymentsCostWhatWasMeasured,
    publicFunctionsAreDescribed,
    areaPagesAreNamed,
    areasAreIndexed,
    referencesNameHeadings,
    docsNameWhatExists,
    docCommentsNameTheirSubject,
    docsHaveASentenceALine,
    docsIndexNamesEveryPage,
    textsArePlain,
    commentsArePlain,
    pagesArePlain,
    everyJobIsStarted,
    modesAreAsked,
    onlyConfigReadsEnvironment,
    browserIsAskedInOnePlace,
    callsGoToCheckedAddresses,
    migrationNumbersAreUnique,
    migrationsSayWhy,
    versionsAgree,
    releasesStayAsTheyWere,
    stateTablesAreTested,
    testsAssert,
    noStyleAttribute,
    journeysLookAtNoAccessibility,
    noLocaleAsFormat,
    noLongFile,
    kindsAreShort,
    noBarrel,
    noDefaultExport,
    noUtils,
    noMachinePath,
    noRegistryHost,
    noMarker,
    noRealCardNumber,
    reportedInputsAreTested(),
  ];
}
