-- Who made a schedule, as keys and audit lines name them (web:12, card:7): its payments make a destination known to them.
ALTER TABLE schedule ADD COLUMN made_by text;
-- Written by scheduled payments, of nobody.
DELETE FROM paid_destination WHERE owner = 'card:null';
