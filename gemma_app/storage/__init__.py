"""One SQLite file that survives power cuts: transactions, undo, audit log, migrations and backups.

How a feature keeps rows here:

1. ``<feature>/tables.py`` defines mapped classes on ``storage.base.Base``. Every table is STRICT and has a primary
   key: ``__table_args__ = (CheckConstraint("dose > 0", name="dose"), {"sqlite_strict": True})``.
2. ``storage/migrations/versions/NNNN_<feature>.py`` creates the same tables with hand-written SQL through
   ``op.execute``; ``revision = "NNNN_<feature>"`` and ``down_revision`` names the file before it. Adding the file is
   all there is to it; ``0001_audit.py`` is the pattern. There are no downgrades: the backup is the way back. No
   ``COMMIT``, ``VACUUM`` or ``PRAGMA journal_mode`` in a migration: all pending ones run in one transaction, with
   foreign keys off while tables are rebuilt and checked before the commit.
3. ``<feature>/service.py`` reads in ``database.read()``, changes what the user can take back in
   ``database.change(provenance)``, and writes what nobody takes back (messages) in ``database.write()``.

Undo is not the feature's work. Triggers note each row that a change inserts, updates or deletes, whether through
mapped objects, bulk statements or cascading foreign keys, and the images are stored with the audit row.
"""
