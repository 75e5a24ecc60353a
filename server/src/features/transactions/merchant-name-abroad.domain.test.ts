import { describe, expect, it } from 'vitest';
import { readMerchantName } from './merchant-name.domain.ts';

/** Descriptors from card statements of other countries, as people published them, each with its city where one was sent. */
const ABROAD: readonly (readonly [raw: string, city: string | undefined, name: string, collector?: string])[] = [
  ["TRADER JOE'S #140  QPS REDMOND       WA", 'REDMOND', "Trader Joe's #140 QPS"],
  ['76 - ICICLE QUICK STOP LEAVENWORTH   WA', 'LEAVENWORTH', '76 - Icicle Quick Stop'],
  ['SICHUANESE CUISINE     REDMOND       WA', 'REDMOND', 'Sichuanese Cuisine'],
  ['SQ *JOEY BELLEVUE      Bellevue      WA', 'Bellevue', 'Joey Bellevue', 'Square'],
  ['TST* Voodoo Doughnut O Portland      OR', 'Portland', 'Voodoo Doughnut O', 'Toast'],
  ['PAYPAL *MINT MOBILE    402-935-7733  CA', '402-935-7733', 'Mint Mobile', 'PayPal'],
  ['WASTE MGMT WM EZPAY    866-834-2080  TX', undefined, 'Waste Mgmt WM Ezpay'],
  ['INTUIT *TURBOTAX       CL.INTUIT.COM CA', 'CL.INTUIT.COM', 'Intuit Turbotax'],
  ['QFC #5860 REDMOND WA', 'REDMOND', 'QFC'],
  ['SHOPPERS DRUG MART #09 TORONTO ON', 'TORONTO', 'Shoppers Drug Mart #09'],
  ['SQ *MYPHARMACY*#02943', undefined, 'Mypharmacy', 'Square'],
  ['SHOPIFY* 123456789', undefined, 'Shopify'],
  ['PADDLE.NET* CHATBOTAI', undefined, 'Chatbotai', 'Paddle'],
  ['PRET A MANGER LONDON GBR', 'LONDON', 'Pret A Manger'],
  ['TESCO STORES 3421 LONDON GBR', 'LONDON', 'Tesco Stores'],
  ['IMART ORIENTAL WESTEND GLASGOW GB', 'GLASGOW', 'Imart Oriental Westend'],
  ['www.anyvan.com INTERNET GB', 'INTERNET', 'Anyvan'],
  ['Zettle *Coffee Corner London GB', 'London', 'Coffee Corner', 'Zettle'],
  ['Zettle_*TMI BARBER', undefined, 'Tmi Barber', 'Zettle'],
  ['SumUp  *Neckar Wave Fo', undefined, 'Neckar Wave Fo', 'SumUp'],
  ['SMP**OLD TEA HUT (CHANGI SG', undefined, 'Old Tea Hut (Changi SG', 'SumUp'],
  ['HAARDT & KRUEGER WIEN AT', 'WIEN', 'Haardt & Krueger'],
  ['APOTHEKE ZUM HEILIGEN WIEN AT', 'WIEN', 'Apotheke Zum Heiligen'],
  ['GRUEN BERLIN GMBH BERLIN DE', 'BERLIN', 'Gruen Berlin'],
  ['TueBus - Stadtverkehr Tuebingen DE', 'Tuebingen', 'TueBus - Stadtverkehr'],
  ['AMZ*FANTIC26', undefined, 'Amz Fantic26'],
  ['ZALANDO.DE', undefined, 'Zalando'],
  ['VOGLIA DI PIZZA ROMA IT', 'ROMA', 'Voglia Di Pizza'],
  ['Food Lab s.r.o. Bratislava - SK', 'Bratislava', 'Food Lab'],
  ['HÔTEL DE L’ÉTÉ', undefined, 'Hôtel De L’été'],
  ['HOTEL PARIS', 'PARIS', 'Hotel Paris'],
  ['K*COOP.SE', undefined, 'K Coop.Se'],
  ['KNJIZARA DELTA PODGORICA ME', 'PODGORICA', 'Knjizara Delta'],
  ['213 MAXI 178 BEOGRAD RS', 'BEOGRAD', '213 Maxi'],
  ['Grab* A 7C953M6WWIW4 HA NOI VN', 'HA NOI', 'Grab A'],
  ['VNPAY*VTSHNI18 HA NOI VN', 'HA NOI', 'Vnpay Vtshni18'],
  ['6/6 DANANG VN', 'DANANG', '6/6'],
  ['J.I.B. SIAM PARAGON BANGKOK TH', 'BANGKOK', 'J.I.B. Siam Paragon'],
  ['103 COFFEE CHOW KIT KUALA LUMPUR MY', 'KUALA LUMPUR', '103 Coffee Chow Kit'],
  ['MACHINES SDN BHD KUALA LUMPUR MY', 'KUALA LUMPUR', 'Machines'],
  ['SIMPLYGO APP SINGAPORE SGP', 'SINGAPORE', 'Simplygo App'],
  ['SHOPEE SINGAPORE SG', 'SINGAPORE', 'Shopee'],
  ['ＹＡＭＡＤＡ　ＤＥＮＫＩ', undefined, 'Yamada Denki'],
  ['ﾛｰｿﾝ', undefined, 'ローソン'],
  ['上海小吃 北京', '北京', '上海小吃'],
  ['Mercadopago *Fomezero', undefined, 'Mercadopago Fomezero'],
  ['QUEENIES', 'AUCKLAND', 'Queenies'],
];

describe('a descriptor of another country', () => {
  it.each(ABROAD.map(([raw, city, name, collector = null]) => [raw, city, name, collector] as const))(
    '%j in %j is %j',
    (raw, city, name, collector) => {
      expect(readMerchantName(raw, city)).toEqual({ name, collector });
    },
  );

  it.each([
    ['AIRBNB * HM3NPQSXXA 415 800 5959 LU', 'Airbnb'],
    ['AIRBNB * HMRBYQFKHC 415 800 5959 LU', 'Airbnb'],
    ['AMZN Mktp DE*2S3BF51K5 800-279-6620 LU', 'Amazon Marketplace'],
    ['Netflix 1 8445052993 CA', 'Netflix'],
    ['ZOOM.US 888-799-9666', 'Zoom'],
    ['UBER   *TRIP HELP.UBER.C AMSNLD', 'Uber Trip'],
    ['GOOGLE WORKSPACE EXAMPLE', 'Google Workspace'],
    ['META*FACEBK AB12CD34', 'Facebook'],
    ['NF*NETFLIX.COM', 'Netflix'],
  ])('%j is known as %j', (raw, name) => {
    expect(readMerchantName(raw).name).toBe(name);
  });
});

const WHOLE: readonly (readonly [raw: string, city: string | undefined, name: string])[] = [
  ['UNIVERSITY OF SYDNEY', 'SYDNEY', 'University of Sydney'],
  ['ART GALLERY OF NSW', undefined, 'Art Gallery of NSW'],
  ['MOTOR MUSEUM OF WA', 'PERTH', 'Motor Museum of WA'],
  ['BANK SA', undefined, 'Bank SA'],
  ['STUDIO 360', undefined, 'Studio 360'],
  ['CITY OF PERTH', 'PERTH', 'City of Perth'],
  ['BAR (LES HALLES', '(LES HALLES', 'Bar (Les Halles'],
];

const UNSEEN: typeof WHOLE = [
  ['\u200b', 'MELBOURNE', 'MELBOURNE'],
  ['   ', undefined, '–'],
  ['\u202eBILBY\u202c CAFE\u0007', undefined, 'Bilby Cafe'],
];

describe('a name that cleaning would make unrecognisable', () => {
  it.each(WHOLE)('%j in %j stays %j', (raw, city, name) => {
    expect(readMerchantName(raw, city).name).toBe(name);
  });

  it.each(UNSEEN)('%j in %j has no text that is not seen', (raw, city, name) => {
    expect(readMerchantName(raw, city).name.toLowerCase()).toBe(name.toLowerCase());
  });
});
