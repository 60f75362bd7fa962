----------------------------- MODULE LeaseFile -----------------------------
(* The lease of WorkerLease, and a file beside each holder from which the next process continues the lease without asking the
   store: LeasedWorkerIdsBuilder.leaseFile. The model continues from the file at any time, whether the store answers or not.

   All that the file may do is in the steps below; those of WorkerLease are taken as they are, where the file allows them. *)
EXTENDS WorkerLease

CONSTANTS
    \* What the code rests on; each is TRUE, or a configuration shows what happens without it.
    CoversFirst,        \* a tick is used only after the file says that it may be: LeaseJournal.cover
    FilesPending,       \* the file says what the store is asked for before it is: LeaseJournal.reserving
    ErasesFirst,        \* the file is erased before the worker id is given back, or a revoked lease raises its row: LeaseJournal.erase
    StaysConfirmed,     \* without the store only ticks that it had confirmed are used: LeaseFileRestart.withoutStore
    Locks,              \* no other process continues a lease from the file, or from a copy of it: LockedFile.open

    \* What the code leaves out of account.
    KeepsFile           \* the disk does not go back

VARIABLES
    file,     \* what each file says: FiledLease
    fileWas   \* what it said before the latest write, if the disk may go back

fileVars == <<file, fileWas>>
allVars == <<vars, file, fileWas>>

\* term: 0 if the file is empty; used: FiledLease.usedThrough; left: the holder does without the file, which is empty
Empty == [term |-> 0, through |-> 0, next |-> 0, pending |-> None, used |-> 0, left |-> FALSE]

FileInit ==
    /\ Init
    /\ file = [h \in Holders |-> Empty]
    /\ fileWas = [h \in Holders |-> Empty]

\* TickFile.write
Write(h, text) ==
    /\ file' = [file EXCEPT ![h] = text]
    /\ fileWas' = IF KeepsFile THEN fileWas ELSE [fileWas EXCEPT ![h] = file[h]]

IsFiled(h) == file[h].term # 0 /\ file[h].term = lease[h].term
DoesWithout(h) == file[h].left

Text(h, pending, through) ==
    [term |-> lease[h].term, through |-> lease[h].through, next |-> lease[h].next, pending |-> pending,
     used |-> through, left |-> FALSE]

UsableThrough(h) == IF IsFiled(h) THEN file[h].used ELSE lease[h].last

\* FencedWorkerLease.cover
\* The first one is that of the start, which writes the lease to the file.
Cover(h) ==
    \E tick \in Ticks :
        /\ IsOpen(h)
        /\ ~DoesWithout(h)
        /\ tick > UsableThrough(h)
        /\ tick <= lease[h].through
        /\ Write(h, Text(h, lease[h].pending, tick))
        /\ UNCHANGED vars

\* LeaseJournal.reserving
\* The first half of ReserveAhead, before the store is asked.
Reserving(h) ==
    \E wanted \in Wanted(h) :
        /\ FilesPending
        /\ IsOpen(h)
        /\ lease[h].pending = None
        /\ IsFiled(h)
        /\ lease' = [lease EXCEPT ![h].pending = wanted]
        /\ Write(h, Text(h, wanted, file[h].used))
        /\ UNCHANGED <<row, copy, past, late, terms, output>>

\* FileJournal.erase
\* Because the file cannot be written, because the lease was revoked, or before the worker id is given back.
Erase(h) ==
    /\ IsFiled(h)
    /\ Write(h, [Empty EXCEPT !.left = TRUE])
    /\ UNCHANGED vars

\* TickFile.endAt
EndAt(h) ==
    /\ lease[h].ending = "GIVEN_BACK"
    /\ IsFiled(h)
    /\ lease[h].last < file[h].used
    /\ Write(h, [file[h] EXCEPT !.used = lease[h].last])
    /\ UNCHANGED vars

\* LeaseFileRestart.withoutStore
\* Starts at any tick after those that may have been used. What was pending, or else what is reserved, is written to the store first.
WithoutStore(h) ==
    \E owner \in IF Locks THEN {h} ELSE Holders :
        LET filed == file[owner]
            reserved == [through |-> filed.through, next |-> filed.next]
        IN
        /\ lease[h].term = 0
        /\ filed.term # 0
        /\ lease' = [lease EXCEPT ![h] = [NoLease EXCEPT
               !.term = filed.term, !.last = filed.used, !.next = filed.next,
               !.through = IF StaysConfirmed \/ filed.pending = None THEN filed.through ELSE filed.pending.through,
               !.pending = IF filed.pending = None \/ ~FilesPending THEN reserved ELSE filed.pending]]
        /\ Write(h, [filed EXCEPT !.left = FALSE])
        /\ UNCHANGED <<row, copy, past, late, terms, output>>

-----------------------------------------------------------------------------
\* The steps of WorkerLease. A start that the store answers leaves the file as it is until the first Cover.
FileAcquire(h) ==
    /\ Acquire(h)
    /\ file' = [file EXCEPT ![h].left = FALSE]
    /\ UNCHANGED fileWas

FileReserve(h) ==
    /\ Reserve(h)
    /\ CoversFirst => DoesWithout(h) \/ lease'[h].asked <= UsableThrough(h)
    /\ UNCHANGED fileVars

FileReserveAhead(h) ==
    /\ FilesPending => DoesWithout(h) \/ lease[h].pending # None
    /\ ReserveAhead(h)
    /\ UNCHANGED fileVars

FileGiveBack(h) ==
    /\ ErasesFirst => ~IsFiled(h)
    /\ GiveBack(h)
    /\ UNCHANGED fileVars

FileRemind(h) ==
    /\ ErasesFirst => ~IsFiled(h)
    /\ Remind(h)
    /\ UNCHANGED fileVars

\* The disk, or what is in the file, is set back while no process is there.
GoBack(h) ==
    /\ ~KeepsFile
    /\ lease[h].term = 0
    /\ fileWas[h].term # 0
    /\ file' = [file EXCEPT ![h] = fileWas[h]]
    /\ UNCHANGED <<vars, fileWas>>

FileNext ==
    \/ \E h \in Holders :
        \/ FileAcquire(h)
        \/ FileReserve(h)
        \/ FileReserveAhead(h)
        \/ FileGiveBack(h)
        \/ FileRemind(h)
        \/ (ClaimTick(h) \/ Judge(h) \/ Release(h) \/ Replace(h) \/ Crash(h)) /\ UNCHANGED fileVars
        \/ Cover(h)
        \/ Reserving(h)
        \/ Erase(h)
        \/ EndAt(h)
        \/ WithoutStore(h)
        \/ GoBack(h)
    \/ (LateWrite \/ LoseWrites) /\ UNCHANGED fileVars

FileSpec == FileInit /\ [][FileNext]_allVars

-----------------------------------------------------------------------------
\* No tick that a file leaves to the next process has been used, neither by its holder nor by another process.
FiledIsUnused ==
    \A h \in Holders : file[h].term # 0 =>
        \A t \in Ticks : file[h].used < t /\ t <= file[h].through => used[t] = 0

FileTypeOK ==
    \A h \in Holders :
        /\ file[h].term \in 0..MaxTerm
        /\ file[h].used <= MaxTick
        /\ file[h].left => file[h].term = 0
=============================================================================
