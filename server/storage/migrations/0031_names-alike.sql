-- A name as it looks: without case and accents, each letter as the one that it looks like.
CREATE FUNCTION "name_likeness"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(translate(lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]+', '', 'g')),
    'авсԁеһніјкӏморԛгѕтуүѵѡԝхьпαβγεζηικνορστυχωօոսհցզյքրıɩɑɡłøđðħŧɓɗʋƅƿȷᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ01l',
    'abcdehhijkimopqrstyyvwwxbnabyeznikvopotuxwonuhgqjpriiagioddhtbdubpjabcdefghijkimnoprstuvwyzoii'), 'rn', 'm')
$$;--> statement-breakpoint
-- The release before asks without its index, in longer time.
DROP INDEX "profiles_likeness";--> statement-breakpoint
CREATE INDEX "profiles_alike" ON "profiles" USING btree (name_likeness("username"));