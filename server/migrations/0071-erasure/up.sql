-- What the erasure of a person takes away, beside what it may already change.
GRANT DELETE ON alert_setting, identity_question TO wattle_app;
GRANT UPDATE (body) ON schedule TO wattle_app;
