/** Text in printable ASCII, for systems that take nothing else: letters lose their marks, other characters become `?`. */
export const plainAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/g, '?');
