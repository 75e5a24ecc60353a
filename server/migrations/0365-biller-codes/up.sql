-- Billers are found whatever zeros lead their code.
CREATE INDEX biller_by_plain_code ON biller (ltrim(code, '0'));
