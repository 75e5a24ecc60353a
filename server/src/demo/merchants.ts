/** Invented shops. The name is as a terminal sends it; what a cardholder reads is made from it. */
export type DemoMerchant = { readonly name: string; readonly mcc: string; readonly country: string };

const shop = (name: string, mcc: string, country = 'AU'): DemoMerchant => ({ name, mcc, country });

export const MERCHANTS = {
  coffee: shop('MAGPIE COFFEE 0221 FITZROY VICAU', '5814'),
  noodles: shop('TIN ROOF NOODLES 0417 SURRY HILLS NSWAU', '5812'),
  bakery: shop('BANKSIA STREET BAKERY 0118 BRUNSWICK VICAU', '5462'),
  grocers: shop('KURRAJONG GROCERS 1182 CARLTON VICAU', '5411'),
  fuel: shop('REDBACK FUEL 2041 PRESTON VICAU', '5541'),
  pump: shop('REDBACK FUEL 2041 PRESTON VICAU', '5542'),
  transit: shop('METRO TRANSIT', '4111'),
  pharmacy: shop('CORELLA PHARMACY 0733 FITZROY VICAU', '5912'),
  hardware: shop('CURRAWONG HARDWARE 0092 PRESTON VICAU', '5251'),
  cinema: shop('GALAH CINEMA', '7832'),
  phone: shop('BOWERBIRD MOBILE', '4814'),
  streaming: shop('LYREBIRD STREAM', '5815'),
  clothes: shop('WOMBAT OUTFITTERS 0305 MELBOURNE VICAU', '5651'),
  books: shop('BILBY BOOKS 0014 CARLTON VICAU', '5942'),
  dentist: shop('BOOBOOK DENTAL', '8021'),
  cashMachine: shop('HARBOUR MUTUAL ATM FITZROY VICAU', '6011'),
  airline: shop('SHEARWATER AIR', '4511'),
  hotel: shop('KOWHAI LODGE QUEENSTOWN', '7011', 'NZ'),
  lakeCafe: shop('LAKESIDE KITCHEN QUEENSTOWN', '5812', 'NZ'),
  gondola: shop('REMARKABLE RIDES', '7999', 'NZ'),
  carHire: shop('KEA CAR HIRE', '7512', 'NZ'),
  paperbark: shop('PAPERBARK STATIONERS 0046 SYDNEY NSWAU', '5943'),
  parking: shop('WHARF STREET PARKING', '7523'),
  cloud: shop('GHOST GUM CLOUD', '7372'),
  teaInterval: shop('THE TEA INTERVAL', '5812'),
  sports: shop('LONG ON SPORTS 0011 RICHMOND VICAU', '5941'),
  ferry: shop('HARBOUR FERRY', '4111'),
  kowhai: shop('KOWHAI BAKERY', '5462', 'NZ'),
  pohutukawa: shop('POHUTUKAWA FRESH', '5411', 'NZ'),
  pictureHouse: shop('RIMU PICTURE HOUSE', '7832', 'NZ'),
  toys: shop('POTOROO TOYS 0120 GEELONG VICAU', '5945'),
  flowers: shop('WARATAH FLOWERS', '5992'),
} as const satisfies Record<string, DemoMerchant>;
