-- The language that somebody chose; null before that. Nobody could choose one so far.
ALTER TABLE app_user ALTER COLUMN language DROP NOT NULL, ALTER COLUMN language DROP DEFAULT;
UPDATE app_user SET language = NULL WHERE language IS NOT NULL;
