-- Versions of brands. What a version says does not change: another version does. The rows of brand and brand_asset are
-- the published version, which requests read.

-- A file of versions of a brand, by the SHA-256 of its bytes.
CREATE TABLE brand_file (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  body bytea NOT NULL CHECK (length(body) <= 1048576),
  PRIMARY KEY (tenant_id, brand_id, sha256),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id)
);
ALTER TABLE brand_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY brand_file_tenant ON brand_file USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON brand_file TO wattle_app;

CREATE TABLE brand_version (
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- `superseded`: a draft that another one replaced or that was dropped, or a version that was published before.
  state text NOT NULL CHECK (state IN ('draft', 'published', 'superseded')),
  -- The version that was published when its first draft began; null: there was none.
  began_from integer,
  -- {"brand.json": "<SHA-256>", …}: brand_file.
  files jsonb NOT NULL CHECK (jsonb_typeof(files) = 'object'),
  -- SHA-256 of the names and hashes of all files.
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  -- Where it was made: by staff at the desk, or by a folder that was imported.
  origin text NOT NULL CHECK (origin IN ('desk', 'import')),
  made_by text NOT NULL,
  made_at timestamptz NOT NULL,
  -- When it was published last; null: never.
  published_by text,
  published_at timestamptz,
  PRIMARY KEY (tenant_id, brand_id, version),
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  CHECK ((published_by IS NULL) = (published_at IS NULL)),
  CHECK (state <> 'published' OR published_at IS NOT NULL),
  CHECK (state <> 'draft' OR published_at IS NULL)
);
CREATE UNIQUE INDEX brand_version_published ON brand_version (tenant_id, brand_id) WHERE state = 'published';
CREATE UNIQUE INDEX brand_version_draft ON brand_version (tenant_id, brand_id) WHERE state = 'draft';
ALTER TABLE brand_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY brand_version_tenant ON brand_version USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON brand_version TO wattle_app;
GRANT UPDATE (state, published_by, published_at) ON brand_version TO wattle_app;
