module github.com/uidgenerator/uidgenerator/service/clients/go

go 1.19
