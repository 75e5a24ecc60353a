import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type TestCertificate = { readonly key: string; readonly cert: string; readonly issuer: string };

/**
 * Key and certificate of a name or an address, good for some days from now; of a negative number it has ended.
 *
 * @returns `issuer` is the certificate of its own authority
 */
export function makeCertificate(name: string, days: number): TestCertificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-certificate-'));
  const of = (file: string) => path.join(folder, file);
  const openssl = (...words: string[]) => {
    const done = spawnSync('/usr/bin/openssl', words);
    if (done.status !== 0) throw new Error(done.stderr.toString());
  };
  const read = (file: string) => readFileSync(of(file), 'utf8');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const kind = /^[\d.]+$/.test(name) ? 'IP' : 'DNS';
  try {
    openssl('req', '-x509', ...key, '-days', '90', '-subj', '/CN=issuer', '-keyout', of('ca.key'), '-out', of('ca'));
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${kind}:${name}`];
    openssl('req', ...key, ...subject, '-keyout', of('key'), '-out', of('request'));
    const signed = ['-CA', of('ca'), '-CAkey', of('ca.key'), '-copy_extensions', 'copy', '-days', String(days)];
    openssl('x509', '-req', '-in', of('request'), ...signed, '-out', of('cert'));
    return { key: read('key'), cert: read('cert'), issuer: read('ca') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
