-- A policy that calls the function by itself calls it for every row; as a query of its own it is asked
-- once for a statement, and the rows are compared with the answer.
DO $$
DECLARE
  policy record;
BEGIN
  FOR policy IN
    SELECT policyname, tablename FROM pg_policies
    WHERE schemaname = 'public' AND qual = '(tenant_id = current_tenant())'
  LOOP
    EXECUTE format('ALTER POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))',
                   policy.policyname, policy.tablename);
  END LOOP;
END
$$;
