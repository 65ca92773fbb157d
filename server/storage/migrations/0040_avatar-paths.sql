-- Older servers have stored pictures of users with the address of the server, which its operator may change.
UPDATE "profiles" SET "avatar_url" = regexp_replace("avatar_url", '^https?://[^/]+', '')
WHERE "avatar_url" ~ ('^https?://[^/]+/api/Account/' || "id" || '/avatar[?]v=[0-9a-f-]{36}$');
