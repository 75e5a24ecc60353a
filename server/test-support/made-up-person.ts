/** Made-up details for account set-up, for tests of the server and browser journeys. */
export const PASSWORD = 'Paperbark-Swamp-42';

export const ENTITY = {
  Title: 'Ms',
  FirstName: 'Priya',
  MiddleName: '',
  Surname: "O'Nair-Lee",
  UnparsedDateOfBirth: '1988-07-14',
  MothersMaidenName: 'Wren',
  Mobile: '0400 000 777',
  HomePhone: '',
  Address: {
    AddressLine1: '14 Banksia Street',
    AddressLine2: '',
    Suburb: 'Fremantle',
    State: 'WA',
    PostCode: '6160',
    CountryCode: 'AU',
  },
};

/** Access details of a new login. */
export const accessOf = (emailAddress: string) => ({
  isAccountNumberUsername: false,
  emailAddress,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  securityQuestion: 2,
  securityQuestionAnswer: 'Grandmother',
});
