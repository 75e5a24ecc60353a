-- Two people give a member of staff another role. A server of the release before reads the role with each call, and does
-- not change it.
GRANT UPDATE (role) ON staff TO wattle_app;
