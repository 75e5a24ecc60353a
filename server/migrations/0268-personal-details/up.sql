-- Somebody whose identity is not verified mends who they are on My account.
GRANT UPDATE (title, date_of_birth) ON holder TO wattle_app;
