import { join } from 'node:path';

/**
 * A dump of a database with all tables and no rows, beside the built server alone: its first start copies it, because making
 * one takes twice the memory of a running server.
 */
export const emptyDatabase = join(import.meta.dirname, 'empty-database.tar.gz');
