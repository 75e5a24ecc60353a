-- Whom somebody paid is forgotten when they are erased.
GRANT DELETE ON paid_destination TO wattle_app;
