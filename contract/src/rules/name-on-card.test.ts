import { expect, it } from 'vitest';
import { foldNameOnCard, NAME_ON_CARD, nameOnCardOf } from './name-on-card.ts';

// By hand, after the rule of docs/areas/names-of-people.md, "A name may have any script and be one word".
it.each([
  ['Mia', "O'Brien", "MIA O'BRIEN"],
  ['Zoë', 'Ørsted–Strauß', 'ZOE ORSTED-STRAUSS'],
  ['', 'Suharto', 'SUHARTO'],
  ['J. R.', 'Tolkien', 'J. R. TOLKIEN'],
  ['s/o Raman', 'Muthu', 'S O RAMAN MUTHU'],
  ['Maria del Carmen', 'Fernández García', 'MARIA D C FERNANDEZ GARCIA'],
  ['Bartholomew Alexander', 'Cholmondeley', 'BARTHOLOMEW A CHOLMONDELEY'],
  ['Christopher', 'Featherstonehaughs', 'C FEATHERSTONEHAUGHS'],
  ['Alexandriana-Bartholomea', 'Featherstonehaugh-Cholmondeley', 'A B FEATHERSTONEHAUGH'],
  ['', 'Wolfeschlegelsteinhausenbergerdorff', 'WOLFESCHLEGELSTEINHAUSENBE'],
  ['Anna 玛丽', 'Li', 'ANNA LI'],
  ['伟', '李', ''],
  ['محمد', 'الأحمد', ''],
  ['Mia 2', '👍', 'MIA'],
])('[15-a] embosses %j %j as %j', (firstName, surname, embossed) => {
  expect(nameOnCardOf({ firstName, surname })).toBe(embossed);
  if (embossed !== '') expect(embossed).toMatch(NAME_ON_CARD);
});

it.each([
  ['  Li   Wei ', 'LI WEI'],
  ['Zoë O’Brien', "ZOE O'BRIEN"],
  ['李伟', '李伟'],
])('folds a typed name %j to %j', (typed, folded) => {
  expect(foldNameOnCard(typed)).toBe(folded);
});
