/** Whether a PIN tells the holder's birthday (`yyyy-MM-dd`): its year, or its day and month in either order. */
export function tellsBirthDate(pin: string, dateOfBirth: string | null): boolean {
  const [year = '', month = '', day = ''] = dateOfBirth?.split('-') ?? [];
  return pin !== '' && [year, day + month, month + day].includes(pin);
}
